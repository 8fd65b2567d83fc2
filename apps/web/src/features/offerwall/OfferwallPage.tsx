import { t } from '@lingui/core/macro'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { ClosedNote, useClosedSource } from '#features/outflow/outflow.ts'
import { DebtNote } from '#features/transaction/transaction.ts'
import { Amount } from '#ui/Amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Stat } from '#ui/Stat.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeletons } from '#ui/state/Skeleton.tsx'
import { Clicks } from './Clicks.tsx'
import { OfferList } from './OfferList.tsx'
import { Offers } from './Offers.tsx'
import { useWalls, type Walls } from './offerwall.ts'
import { WallCard } from './WallCard.tsx'

/** Offers of other companies, and what became of the own ones. */
export const OfferwallPage = () => {
  const query = useWalls()
  const { data } = query
  const closed = useClosedSource('offerwall')
  return (
    <>
      <PageHeader
        title={t({ id: 'page.offerwall', message: 'Offerwalls' })}
        lead={t({
          id: 'offerwall.lead',
          message:
            'Complete surveys, apps and offers from our partners. You’re paid when the partner confirms completion.',
        })}
      />
      <div className="grid grid-cols-1 gap-4">
        <Loaded query={query} loading={<Skeletons heights={[40, 40]} className="grid gap-3 sm:grid-cols-2" />} />
        <ClosedNote closed={closed} />
        {data && !closed && <Open walls={data} />}
        {/* Vendors are asked for offers only once it is known that they pay. */}
        {data && closed === null && <OfferList walls={data.walls} />}
        <Offers />
        <Clicks />
      </div>
    </>
  )
}

const Open = ({ walls: { walls, heldBalance, debt } }: { walls: Walls }) => (
  <>
    <DebtNote debt={debt} />
    {heldBalance > 0 && (
      <Card>
        <Stat
          label={t({ id: 'offerwall.held', message: 'On hold' })}
          value={<Amount units={heldBalance} show="both" />}
          note={t({ id: 'offerwall.held.note', message: 'The release date of each reward is listed below.' })}
        />
      </Card>
    )}
    {walls.length === 0 ? (
      <NoWalls />
    ) : (
      <ul className="grid gap-3 sm:grid-cols-2">
        {walls.map((wall) => (
          <li key={wall._id} className="grid">
            <WallCard wall={wall} />
          </li>
        ))}
      </ul>
    )}
  </>
)

const NoWalls = () => (
  <Card>
    <EmptyState
      heading="h2"
      title={t({ id: 'offerwall.empty', message: 'No offers available' })}
      actions={
        <PageLink to="/app/faucet" className={buttonClass({ variant: 'primary' })}>
          {t({ id: 'offerwall.empty.faucet', message: 'Go to faucet' })}
        </PageLink>
      }
    >
      {t({
        id: 'offerwall.empty.text',
        message: 'Offers depend on your country and level. You can earn from the faucet in the meantime.',
      })}
    </EmptyState>
  </Card>
)
