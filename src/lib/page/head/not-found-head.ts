import { resolveUnknownAddress } from '#lib/navigation/not-found.ts'

// Head script of the 404 page: redirects known old URLs and shells.
const address = resolveUnknownAddress(location)
if (address) location.replace(address)
