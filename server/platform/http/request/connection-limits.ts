import type { IncomingMessage, Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
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

/** Of one network, in the order of arrival. `waiting`: those from which no whole request has come since the last reply. */
interface NetworkConnections {
  readonly open: Set<Socket>
  readonly waiting: Set<Socket>
}

/**
 * A network that holds all it may loses the connection that has waited longest for a request, and may then open another: who
 * only sends halves does not keep out neighbors who send whole ones. Does not apply behind a proxy, whose connections all
 * come from one address: there, `limitRequests` counts.
 */
export function limitConnections(server: Server, log: Log, addressDetail: AddressDetail): void {
  const networks = new Map<string, NetworkConnections>()
  const reported = new Set<string>()
  const networkOf = new WeakMap<Socket, NetworkConnections>()

  function report(network: string, address: string): void {
    if (reported.has(network)) return
    reported.add(network)
    log.warn({ address: formatAddress(address, addressDetail) }, 'too many connections from one network')
  }

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const network = getIpNetwork(address)
    const connections = networks.get(network) ?? { open: new Set(), waiting: new Set() }
    if (connections.open.size >= maxConnectionsPerNetwork) {
      report(network, address)
      const [longest] = connections.waiting
      forget(connections, longest ?? socket)
      ;(longest ?? socket).destroy()
      if (!longest) return
    }
    networks.set(network, connections)
    networkOf.set(socket, connections)
    connections.open.add(socket)
    connections.waiting.add(socket)
    socket.once('close', () => {
      forget(connections, socket)
      if (connections.open.size > 0) return
      networks.delete(network)
      reported.delete(network)
    })
  })
  server.on('request', (request, response) => {
    const { socket } = request
    const waiting = networkOf.get(socket)?.waiting
    if (hasBody(request)) request.once('end', () => waiting?.delete(socket))
    else waiting?.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) waiting?.add(socket)
    })
  })
}

function forget({ open, waiting }: NetworkConnections, socket: Socket): void {
  open.delete(socket)
  waiting.delete(socket)
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
