import type { ReactNode } from 'react'
import table from './Table.module.css'

/** Above the cards of a phone, what the row of totals is in a table. */
export const CardTotals = ({ label, children }: { label: string; children: ReactNode }) => (
  <p className={table.cardTotals}>
    <span>{label}</span>
    <b>{children}</b>
  </p>
)
