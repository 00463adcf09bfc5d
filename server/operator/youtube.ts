import { createEncryption, loadSecretKey } from '#server/platform/auth/encryption.ts'
import { createOauthClient } from '#server/reports/fetching/api/oauth.ts'
import type { AuthorizeDependencies } from '#server/reports/fetching/authorize.ts'
import { type Connection, selectConnections } from '#server/reports/fetching/connections.ts'
import { type CommandContext, OperatorError, UsageError } from './command.ts'

/** @throws {OperatorError} when there is no OAuth client to connect with */
export function createAuthorizeDependencies({
  db,
  config,
}: Pick<CommandContext, 'db' | 'config'>): AuthorizeDependencies {
  const { oauth } = config.reporting
  if (!oauth)
    throw new OperatorError(
      'Set YOUTUBE_CLIENT_ID and YOUTUBE_CLIENT_SECRET first. See docs/operating.md, “Fetching reports”.',
    )
  return {
    db,
    oauth: createOauthClient(oauth),
    encryption: createEncryption(() => loadSecretKey(config), config.oldSecretKey),
    now: () => new Date(),
  }
}

/** The one of the owner, or all. @throws {UsageError} when there is none */
export async function requireConnections(
  { db }: Pick<CommandContext, 'db'>,
  owner: string | undefined,
): Promise<Connection[]> {
  const connections = await selectConnections(db)
  const found = owner === undefined ? connections : connections.filter((one) => one.owner === owner)
  if (found.length > 0) return found
  throw new UsageError(
    owner === undefined
      ? 'No content owner is connected. See: youtube connect --help'
      : `The content owner ${owner} is not connected. See: youtube status`,
  )
}
