import { addressOf } from './lost-address.ts'

// In the head of the page for unknown addresses: leads on where there is something to lead to.
const address = addressOf(location)
if (address) location.replace(address)
