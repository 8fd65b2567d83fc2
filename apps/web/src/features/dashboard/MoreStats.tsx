import { Activity } from './Activity.tsx'
import { BestEarnings } from './BestEarnings.tsx'
import { Earnings } from './Earnings.tsx'

/** What stands below the balance; its script comes behind what the page needs to be drawn. */
export const MoreStats = () => (
  <>
    <BestEarnings />
    <Earnings />
    <Activity />
  </>
)
