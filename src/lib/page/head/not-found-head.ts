import { resolveUnknownAddress } from '#lib/navigation/not-found.ts'

// Head script of the 404 page: redirects to known pages and shells.
const pages: string[] = JSON.parse(document.getElementById('pages')?.textContent ?? '[]')
const address = resolveUnknownAddress(location, pages)
if (address) location.replace(address)
