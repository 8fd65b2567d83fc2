import { plural, t } from '@lingui/core/macro'
import type { SuspectDetail } from '@runnel/contract/admin/suspect'
import type { EdgeKind } from '@runnel/contract/suspect-schemas'
import { useEffect, useRef, useState, useMemo, type KeyboardEvent } from 'react'
import { Card } from '#ui/Card.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { ChosenAccount } from './ChosenAccount.tsx'
import { bendsOf } from './graph-bends.ts'
import { layOut, neighbourOf } from './graph-layout.ts'
import { GraphEdge } from './GraphEdge.tsx'
import { EdgeLegend, StateLegend } from './GraphLegend.tsx'
import { GraphNode } from './GraphNode.tsx'
import { GroupTable } from './GroupTable.tsx'

/** Before anything was measured, and where nothing can be. */
const usual = 640

/** How wide an element is, in steps so coarse that a scroll bar changes nothing. */
const useWidth = <E extends HTMLElement>() => {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(usual)
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    const observer = new ResizeObserver(([entry]) => {
      const measured = entry?.contentRect.width ?? 0
      if (measured > 0) setWidth(Math.max(270, Math.floor(measured / 10) * 10))
    })
    observer.observe(watched)
    return () => observer.disconnect()
  }, [])
  return { element, width }
}

type Group = SuspectDetail['group']

/** The accounts behind a suspect: each a dot, each tie a line, and all of it once more as a table. */
export const GroupGraph = ({ group, centre }: { group: Group; centre: string }) => {
  const [hidden, setHidden] = useState<ReadonlySet<EdgeKind>>(new Set())
  const more = group.more
  return (
    <Card
      title={t({ id: 'admin.measure.group', message: 'Account cluster' })}
      note={t({
        id: 'admin.group.note',
        message: plural(group.nodes.length, {
          one: '# account linked by rare signals',
          other: '# accounts linked by rare signals',
        }),
      })}
    >
      <div className="grid grid-cols-1 gap-4">
        <div className="grid gap-2">
          <EdgeLegend edges={group.edges} hidden={hidden} onHidden={setHidden} />
          <StateLegend />
        </div>
        <Drawing group={group} centre={centre} hidden={hidden} />
        {more > 0 && (
          <p className="text-sm text-muted">
            {t({
              id: 'admin.group.more',
              message: plural(more, { one: '# more account isn’t shown.', other: '# more accounts aren’t shown.' }),
            })}
          </p>
        )}
        <Disclosure summary={t({ id: 'admin.group.table', message: 'View as table' })}>
          <GroupTable group={group} />
        </Disclosure>
      </div>
    </Card>
  )
}

interface DrawingProps {
  group: Group
  centre: string
  hidden: ReadonlySet<EdgeKind>
}

const Drawing = ({ group, centre, hidden }: DrawingProps) => {
  const { element, width } = useWidth<HTMLDivElement>()
  const layout = useMemo(() => layOut(group, width), [group, width])
  const bent = useMemo(() => bendsOf(group.edges), [group.edges])
  const [chosen, setChosen] = useState(centre)
  const [focused, setFocused] = useState(false)
  const drawing = useRef<SVGSVGElement>(null)
  const current = group.nodes.some(({ _id }) => _id === chosen) ? chosen : centre
  const most = Math.max(...group.nodes.map(({ paidOut }) => paidOut), 1)
  const walk = (event: KeyboardEvent) => {
    const next = event.key === 'Home' ? centre : neighbourOf(layout, current, event.key)
    if (next === null) return
    event.preventDefault()
    setChosen(next)
    drawing.current?.querySelector<SVGElement>(`[data-node="${next}"]`)?.focus()
  }
  return (
    <div ref={element} className="grid min-w-0 gap-4">
      <svg
        ref={drawing}
        role="group"
        aria-label={t({
          id: 'admin.group.drawing',
          message: 'Account cluster graph. Use the arrow keys to move between accounts.',
        })}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        className="h-auto w-full rounded-m bg-sunken"
        onKeyDown={walk}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        <g aria-hidden="true">
          {bent
            .filter(({ kind }) => !hidden.has(kind))
            .map((edge) => (
              <GraphEdge
                key={`${edge.kind} ${edge.from} ${edge.to}`}
                edge={edge}
                from={layout.points.get(edge.from)}
                to={layout.points.get(edge.to)}
                strong={edge.from === current || edge.to === current}
              />
            ))}
        </g>
        {group.nodes.map((account) => (
          <GraphNode
            key={account._id}
            account={account}
            at={layout.points.get(account._id)}
            share={account.paidOut / most}
            chosen={account._id === current}
            focused={focused && account._id === current}
            isCentre={account._id === centre}
            onChoose={() => setChosen(account._id)}
          />
        ))}
      </svg>
      <ChosenAccount group={group} id={current} centre={centre} />
    </div>
  )
}
