import { resolveUnknownAddress } from '#lib/navigation/not-found.ts'

// In the head of the 404 page: redirects known old addresses and shells.
const address = resolveUnknownAddress(location)
if (address) location.replace(address)
