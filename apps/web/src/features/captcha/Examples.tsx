import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'

/** Stand-ins for the things in the real pictures, simple enough to be understood at a glance. */
const shapes = {
  leaf: <path fill="var(--good)" d="M2 18C2 8 8 2 18 2c0 10-6 16-16 16Z" />,
  drop: <path fill="var(--brand-vivid)" d="M10 1c5 6 7 9 7 12a7 7 0 0 1-14 0c0-3 2-6 7-12Z" />,
  coin: <circle cx="10" cy="10" r="8" fill="var(--money)" />,
} satisfies Record<string, ReactNode>

type Shape = keyof typeof shapes

const places = [
  [8, 8],
  [36, 14],
  [62, 6],
  [14, 38],
  [42, 42],
  [66, 36],
  [12, 66],
  [40, 70],
  [66, 64],
] as const

/** One tile: the named things scattered over it. */
function Tile({ things, mark }: { things: readonly Shape[]; mark?: ReactNode }) {
  return (
    <span className="example-tile">
      <svg viewBox="0 0 92 92" aria-hidden="true">
        {things.map((shape, index) => {
          const [x, y] = places[index] ?? [0, 0]
          return (
            <g key={index} transform={`translate(${x} ${y})`}>
              {shapes[shape]}
            </g>
          )
        })}
      </svg>
      {mark !== undefined && (
        <span className="picture-mark example-mark" aria-hidden="true">
          {mark}
        </span>
      )}
    </span>
  )
}

function Token({ shape, children }: { shape: Shape; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold">
      <svg viewBox="0 0 20 20" className="size-6" aria-hidden="true">
        {shapes[shape]}
      </svg>
      <span className="figures" aria-hidden="true">
        {children}
      </span>
    </span>
  )
}

export function ExampleOrder() {
  return (
    <figure
      className="grid gap-3"
      role="img"
      aria-label={t({
        id: 'instruction.order.example',
        message: 'Example: the strip asks for three leaves, then two coins. The picture with three leaves is first, the one with two coins is second.',
      })}
    >
      <div className="flex flex-wrap gap-x-5 gap-y-1 rounded-m bg-sunken px-4 py-2">
        <Token shape="leaf">× 3</Token>
        <Token shape="coin">× 2</Token>
      </div>
      <div className="grid grid-cols-3 gap-2">
        <Tile things={['coin', 'drop', 'drop', 'coin', 'drop']} mark="2" />
        <Tile things={['leaf', 'leaf', 'drop', 'leaf', 'drop', 'leaf']} />
        <Tile things={['drop', 'leaf', 'leaf', 'drop', 'drop', 'leaf']} mark="1" />
      </div>
    </figure>
  )
}

export function ExampleMore() {
  return (
    <figure
      className="grid gap-3"
      role="img"
      aria-label={t({
        id: 'instruction.more.example',
        message: 'Example: more drops than coins. Of three pictures, the first and the third fit.',
      })}
    >
      <div className="flex flex-wrap items-center gap-3 rounded-m bg-sunken px-4 py-2">
        <Token shape="drop">{'>'}</Token>
        <Token shape="coin">{''}</Token>
      </div>
      <div className="grid grid-cols-3 gap-2">
        <Tile things={['drop', 'drop', 'coin', 'drop', 'drop', 'coin']} mark="✓" />
        <Tile things={['coin', 'drop', 'coin', 'coin', 'drop', 'coin']} />
        <Tile things={['drop', 'coin', 'drop', 'drop', 'drop', 'drop']} mark="✓" />
      </div>
    </figure>
  )
}
