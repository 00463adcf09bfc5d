import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { markStatementsSeen } from '#contract/settlement/new-statements.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { $token, $user } from '#lib/api/session.ts'

/** Marks statements up to this one as seen. null: nothing is shown, or somebody else's. */
export function useMarkSeen(id: number | null): void {
  const hasNew = (useStore($user)?.new_statements ?? 0) > 0
  useEffect(() => {
    if (id !== null && hasNew) void markSeen(id)
  }, [id, hasNew])
}

async function markSeen(id: number): Promise<void> {
  const token = $token.get()
  try {
    const { newStatements } = await call(markStatementsSeen, { body: { id } })
    const user = $user.get()
    if (user && token === $token.get()) $user.set({ ...user, new_statements: newStatements })
  } catch (error) {
    // The statements stay new until the next visit.
    if (!(error instanceof ApiError)) throw error
  }
}
