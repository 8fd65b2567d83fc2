/** Gold, silver, bronze: each with a darker edge; their figures keep their contrast in both modes. */
const metals = [
  { face: 'oklch(0.85 0.15 90)', edge: 'oklch(0.66 0.13 80)' },
  { face: 'oklch(0.88 0.01 250)', edge: 'oklch(0.66 0.02 250)' },
  { face: 'oklch(0.76 0.1 55)', edge: 'oklch(0.55 0.1 50)' },
] as const

/** What the first three wear; the rank is told in words beside it. */
export const Medal = ({ rank }: { rank: number }) => {
  const metal = metals[rank - 1]
  if (!metal) return null
  return (
    <svg width="32" height="32" className="shrink-0" viewBox="0 0 32 32" aria-hidden="true">
      <path fill="var(--brand)" d="M8 2h6l3 9-6 3zM24 2h-6l-3 9 6 3z" />
      <circle cx="16" cy="20" r="10.500" fill={metal.face} stroke={metal.edge} strokeWidth="2" />
      <text x="16" y="24.500" textAnchor="middle" fontSize="13" fontWeight="700" fill="oklch(0.28 0.05 70)">
        {rank}
      </text>
    </svg>
  )
}
