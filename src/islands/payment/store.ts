import { computed } from 'nanostores'
import { readContacts } from '#contract/contacts.ts'
import { call } from '#lib/api.ts'
import { query } from '#lib/query.ts'
import { $session, $user } from '#lib/session.ts'
import { $site } from '#lib/site.ts'

/** Who is asking, on which site; null until both are known. */
const $asked = computed([$session, $user, $site], (token, user, site) =>
  token && user && site ? { scope: JSON.stringify([token, user.id, site.domain]) } : null,
)

/** Who pays, and whom to ask about a settlement. */
export const contacts = query($asked, (_, signal) => call(readContacts, { signal }))
