import { getOrderKey, type OrderName } from '#islands/kit/tables/columns/sort-orders.ts'
import type { Neighbors } from '#islands/reports/state/neighbors.ts'
import { t } from '#lib/i18n/strings.ts'
import styles from './ItemPage.module.css'

export interface Neighbor {
  name: string
  href: string
}

interface NeighborLinksProps {
  neighbors: Neighbors<Neighbor>
  sort: OrderName<'reports'>
  texts: { label: string; previous: string; next: string }
}

/** Links to the previous and next video or channel in the list that it was opened from. */
export const NeighborLinks = ({ neighbors: { rank, previous, next }, sort, texts }: NeighborLinksProps) => (
  <nav className={styles.neighbors} aria-label={texts.label}>
    <span className="note">{t('reports:position', { sort: t(getOrderKey('reports', sort)), rank })}</span>
    {previous && <NeighborLink {...previous} label={texts.previous} path="M10 3.5 5.5 8l4.5 4.5" />}
    {next && <NeighborLink {...next} label={texts.next} path="M6 3.5 10.5 8 6 12.5" />}
  </nav>
)

const NeighborLink = ({ name, href, label, path }: Neighbor & { label: string; path: string }) => (
  <a className="icon-button" href={href} title={name}>
    <span className="visually-hidden">
      {label}: {name}
    </span>
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  </a>
)
