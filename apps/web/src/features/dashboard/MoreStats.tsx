import { BestEarnings } from '#features/best-earnings/best-earnings.tsx'
import { Activity } from './Activity.tsx'
import { Earnings } from './Earnings.tsx'

/** What stands below the balance; its script comes behind what the page needs to be drawn. */
export const MoreStats = () => (
  <>
    <BestEarnings className="max-lg:order-2" />
    <Earnings />
    <Activity />
  </>
)
