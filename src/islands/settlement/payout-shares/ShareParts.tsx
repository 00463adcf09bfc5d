import { wholePermille } from '#contract/settlement/payout-shares.ts'
import styles from './PayoutShares.module.css'

/** The whole length is 100 %; the uncovered part is the network's. It is decoration, with the numbers beside it. */
export function ShareParts({ permilles }: { permilles: readonly number[] }) {
  const total = Math.max(
    wholePermille,
    permilles.reduce((sum, permille) => sum + permille, 0),
  )
  return (
    <div className={styles.parts} aria-hidden="true">
      {permilles.map((permille, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else and keep their order.
        <span key={at} style={{ inlineSize: `${(permille / total) * 100}%` }} />
      ))}
    </div>
  )
}
