import { ConfirmHost } from '#ui/ConfirmHost.tsx'
import { Logo } from '#ui/Logo.tsx'
import { ToastRegion } from '#ui/ToastRegion.tsx'
import { Actions } from './devui/Actions.tsx'
import { Basics } from './devui/Basics.tsx'
import { Data } from './devui/Data.tsx'
import { Feedback } from './devui/Feedback.tsx'
import { Forms } from './devui/Forms.tsx'
import { Look } from './devui/Look.tsx'

/** Every part of the kit in every state; for people who build Runnel, so its words stay out of the catalogue. */
export function DevUiPage() {
  return (
    <main id="main" className="mx-auto grid max-w-6xl gap-10 px-4 py-6 sm:px-6 sm:py-10">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1>
          <Logo name="Runnel" />
          <span className="visually-hidden">: the kit</span>
        </h1>
        <Look />
      </header>
      <Basics />
      <Actions />
      <Forms />
      <Data />
      <Feedback />
      <ToastRegion />
      <ConfirmHost />
    </main>
  )
}
