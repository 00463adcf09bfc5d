import type { Server, ServerOptions } from 'node:http'
import { getIpNetwork } from '#server/platform/ip-network.ts'
import type { Log } from '#server/platform/log.ts'
import { type AddressDetail, formatAddress } from '#server/platform/log-address.ts'

/** Allows half an office behind one address: a browser opens up to six connections. Each process has its own limits. */
export const maxConnectionsPerNetwork = 256

/**
 * Slow clients must not hold memory: bodies are small, so even a slow connection sends one in time. Behind a proxy, idle
 * connections last longer than the proxy keeps them (a minute), so that it never reuses one that is being closed.
 */
export const createServerOptions = (behindProxy: boolean): ServerOptions => ({
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: behindProxy ? 75_000 : 5_000,
})

/** Does not apply behind a proxy, whose connections all come from one address: there, `limitRequests` counts. */
export function limitConnections(server: Server, log: Log, addressDetail: AddressDetail): void {
  const openCounts = new Map<string, number>()
  const reported = new Set<string>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const network = getIpNetwork(address)
    const count = openCounts.get(network) ?? 0
    if (count >= maxConnectionsPerNetwork) {
      socket.destroy()
      if (reported.has(network)) return
      reported.add(network)
      log.warn({ address: formatAddress(address, addressDetail) }, 'too many connections from one network')
      return
    }
    openCounts.set(network, count + 1)
    socket.once('close', () => {
      const left = (openCounts.get(network) ?? 1) - 1
      if (left > 0) return void openCounts.set(network, left)
      openCounts.delete(network)
      reported.delete(network)
    })
  })
}
