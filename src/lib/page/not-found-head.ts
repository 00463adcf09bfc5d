import { resolveUnknownAddress } from '#lib/navigation/not-found.ts'

// In the head of the page for unknown addresses: leads on where there is something to lead to.
const address = resolveUnknownAddress(location)
if (address) location.replace(address)
