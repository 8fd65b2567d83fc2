import type { ReactNode } from 'react'
import { Card } from '#ui/Card.tsx'

interface GuestCardProps {
  title: string
  lead?: ReactNode
  /** Below the card: where else one might want to go. */
  after?: ReactNode
  children: ReactNode
}

/** The one card of a guest's page, with the page's heading in it. */
export const GuestCard = ({ title, lead, after, children }: GuestCardProps) => (
  <>
    <Card className="sm:p-8">
      <h1 className="text-2xl">{title}</h1>
      {lead && <p className="mt-2 text-muted">{lead}</p>}
      <div className="mt-6">{children}</div>
    </Card>
    {after && <div className="mt-5 grid justify-items-center gap-1 text-center">{after}</div>}
  </>
)
