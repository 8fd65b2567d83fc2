import { t } from '@lingui/core/macro'
import { IconCheck, IconAward } from '@tabler/icons-react'
import { lazy, Suspense, type ComponentType } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { Amount } from '#ui/Amount.tsx'
import { formatPercent } from '#ui/format.ts'
import type { Claimed } from './faucet.ts'

const loadCelebration = () => import('./Celebration.tsx').then((file) => ({ default: file.Celebration }))
// A claim is celebrated by its words as well.
const Celebration = lazy<ComponentType<{ isLevelUp: boolean }>>(() =>
  loadChunk(loadCelebration).catch(() => ({ default: () => null })),
)

/** The reward, certain because the server said so, with the balance that it made. */
export const Reward = ({ paid }: { paid: Claimed }) => {
  const { reward, balance, exp, progress } = paid
  const hasRisen = progress.exp - exp < progress.levelExp
  const bonus = formatPercent(progress.bonusPercent * 100)
  const { level } = progress
  return (
    <div
      className="relative grid justify-items-center gap-1 rounded-l bg-money-soft p-5 text-center"
      // It gets the focus, by which a screen reader tells it once.
      tabIndex={-1}
      ref={takeFocus}
    >
      <Suspense>
        <Celebration isLevelUp={hasRisen} />
      </Suspense>
      <span className="reward-drop drop bg-money text-on-money" aria-hidden="true">
        <IconCheck />
      </span>
      <p className="font-display text-4xl font-bold text-money-text">
        <Amount units={reward} signed />
      </p>
      <p>
        {t({ id: 'faucet.paid.balance', message: 'Your balance:' })} <Amount units={balance} show="both" />
      </p>
      <p className="text-sm">{t({ id: 'faucet.paid.exp', message: `+${exp} XP` })}</p>
      {hasRisen && (
        <p className="mt-2 flex items-center gap-2 rounded-l bg-surface px-4 py-2 font-display text-lg font-bold">
          <IconAward className="shrink-0 text-money-text" aria-hidden="true" />
          {t({ id: 'faucet.paid.level', message: `Level ${level} reached: +${bonus} on claims, on average.` })}
        </p>
      )}
    </div>
  )
}

/** The button that was pressed is gone; whoever uses keys or listens goes on from here. */
const takeFocus = (element: HTMLElement | null): void => {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}
