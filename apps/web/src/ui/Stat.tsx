import type { ReactNode } from 'react'

interface StatProps {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  icon?: ReactNode
}

/** One figure with its name; inside a `<dl>` or alone. */
export const Stat = ({ label, value, note, icon }: StatProps) => (
  <div className="flex items-start gap-3.5">
    {icon && <span className="drop">{icon}</span>}
    <div className="min-w-0">
      <p className="stat-label">{label}</p>
      <p className="stat-value">{value}</p>
      {note && <p className="stat-note">{note}</p>}
    </div>
  </div>
)
