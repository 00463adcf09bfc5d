import type { ReactNode } from 'react'
import table from './Table.module.css'

/** Shows totals above a phone's cards, as the totals row does in a table. */
export const CardTotals = ({ label, children }: { label: string; children: ReactNode }) => (
  <p className={table.cardTotals}>
    <span>{label}</span>
    <b>{children}</b>
  </p>
)
