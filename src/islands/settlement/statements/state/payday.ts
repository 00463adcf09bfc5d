import type { StatementList } from './store.ts'

/** What the person could ask for, after tax: nothing while somebody has to confirm how to pay. */
export function getRequestable(list: StatementList): number {
  const { held, requestable, requestableTaxes, awaiting, requested } = list
  if (held > 0) return 0
  const taxes = requestableTaxes.reduce((sum, { amount }) => sum + amount, 0)
  return requestable + taxes + awaiting - requested
}
