import type { ReactNode } from 'react'

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-4">
    <h2>{title}</h2>
    {children}
  </section>
)
