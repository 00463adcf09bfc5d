import { isLocale } from '#contract/locale.ts'
import { beforePaint } from './before-paint.ts'
import { callEarly } from './early-calls.ts'
import { host, tokenKey } from './host.ts'
import { plainPath } from './language.ts'
import { restoredAddress } from './lost-address.ts'
import { loginPath, needsAccount } from './redirect.ts'
import { readKept } from './storage.ts'

// In the head of pages whose content is an island.
const restored = restoredAddress(location)
if (restored) history.replaceState(null, '', restored)
const stays = beforePaint()
const { lang } = document.documentElement
if (stays && isLocale(lang)) {
  if (readKept(tokenKey(host))) callEarly(lang, location)
  else if (needsAccount(plainPath(location.pathname))) location.replace(loginPath(location, lang))
}
