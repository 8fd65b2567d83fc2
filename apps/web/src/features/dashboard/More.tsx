import { Activity } from './Activity.tsx'
import { Best } from './Best.tsx'
import { Earnings } from './Earnings.tsx'

/** What stands below the balance; its script comes behind what the page needs to be drawn. */
export function More() {
  return (
    <>
      <Best />
      <Earnings />
      <Activity />
    </>
  )
}
