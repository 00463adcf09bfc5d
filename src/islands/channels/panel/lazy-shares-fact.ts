import { loadStrings } from '#lib/i18n/load-strings.ts'
import { lazyComponent } from '#lib/page/lazy-component.ts'

/** Code and texts for managers who open the details of a channel. */
export const lazySharesFact = lazyComponent(async () => {
  const [{ SharesFact }] = await Promise.all([
    import('#islands/settlement/payout-shares/SharesFact.tsx'),
    loadStrings('payout-shares'),
  ])
  return SharesFact
})
