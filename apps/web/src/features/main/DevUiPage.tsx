import { Actions } from './ui-kit/Actions.tsx'
import { Basics } from './ui-kit/Basics.tsx'
import { Data } from './ui-kit/Data.tsx'
import { Feedback } from './ui-kit/Feedback.tsx'
import { Forms } from './ui-kit/Forms.tsx'
import { ThemePicker } from './ui-kit/ThemePicker.tsx'
import '#web/styles/admin.css'

/** Every part of the kit in every state; for people who build Runnel, so its words stay out of the catalogue. */
export const DevUiPage = () => (
  <div className="grid gap-10">
    <div className="flex flex-wrap items-center justify-between gap-4">
      <h1>The kit</h1>
      <ThemePicker />
    </div>
    <Basics />
    <Actions />
    <Forms />
    <Data />
    <Feedback />
  </div>
)
