import { Actions } from './devui/Actions.tsx'
import { Basics } from './devui/Basics.tsx'
import { Data } from './devui/Data.tsx'
import { Feedback } from './devui/Feedback.tsx'
import { Forms } from './devui/Forms.tsx'
import { Look } from './devui/Look.tsx'
import '#web/styles/admin.css'

/** Every part of the kit in every state; for people who build Runnel, so its words stay out of the catalogue. */
export function DevUiPage() {
  return (
    <div className="grid gap-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1>The kit</h1>
        <Look />
      </div>
      <Basics />
      <Actions />
      <Forms />
      <Data />
      <Feedback />
    </div>
  )
}
