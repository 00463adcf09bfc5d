import styles from './Payday.module.css'

export type MoneyKind = 'final' | 'held' | 'estimated'

const paths: Record<MoneyKind, string> = {
  final: 'm5 8.2 2.100 2.100L11.200 6.100',
  held: 'M6.500 5.700v4.600M9.500 5.700v4.600',
  estimated: '',
}

/** A check, a pause, or a dashed ring: each kind of money has a shape of its own, not only a color. */
export const MoneySign = ({ kind }: { kind: MoneyKind }) => (
  <svg className={styles.sign} viewBox="0 0 16 16" data-kind={kind} aria-hidden="true">
    <circle cx="8" cy="8" r="6.500" />
    {paths[kind] && <path d={paths[kind]} />}
  </svg>
)
