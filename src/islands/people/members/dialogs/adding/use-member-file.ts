import { useState } from 'react'
import {
  type ImportedMember,
  type ImportHold,
  importMembers,
  maxMemberFile,
  undoMemberImport,
} from '#contract/people/membership/member-import.ts'
import { decodeCsv, findRefusedLines, type RefusedLine } from '#islands/kit/upload/csv-file.ts'
import { memberList } from '#islands/people/members/store.ts'
import { ApiError, call } from '#lib/api/call.ts'
import { locale, t } from '#lib/i18n/strings.ts'
import { memberImports } from './member-imports.ts'

interface CheckedFile {
  kind: 'checked'
  name: string
  file: string
  lines: readonly ImportedMember[]
}

type Outcome =
  | CheckedFile
  | { kind: 'refused'; name: string; text: string; lines: readonly RefusedLine[] }
  | { kind: 'applied'; count: number }
  | {
      kind: 'undone'
      removed: number
      kept: readonly { email: string; nickname: string; reason: ImportHold }[]
    }

/** Keeps what became of the last file or undone import; one runs at a time. */
export function useMemberFile() {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function run(work: () => Promise<Outcome>, onRefuse: (error: ApiError) => void): Promise<void> {
    if (pending) return
    setPending(true)
    setFailure(null)
    try {
      setOutcome(await work())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onRefuse(error)
    } finally {
      setPending(false)
    }
  }

  const refuse = (name: string, file: string) => (error: ApiError) =>
    setOutcome({
      kind: 'refused',
      name,
      text: error.fields.file?.message ?? error.message,
      lines: findRefusedLines(error, file),
    })

  async function preview(chosen: File): Promise<void> {
    const { name } = chosen
    const file = decodeCsv(new Uint8Array(await chosen.arrayBuffer()), locale())
    if (file.length > maxMemberFile) return setFailure(t('messages:fields.file_long'))
    await run(
      async () => {
        setOutcome(null)
        const { lines } = await call(importMembers, { body: { file, check: true } })
        return { kind: 'checked', name, file, lines }
      },
      refuse(name, file),
    )
  }

  /** What has changed since the check counts: the file is checked again. */
  const apply = ({ name, file }: CheckedFile) =>
    run(
      async () => {
        const { lines } = await call(importMembers, { body: { file, check: false } })
        reload()
        return { kind: 'applied', count: lines.filter((line) => line.outcome === 'created').length }
      },
      refuse(name, file),
    )

  const undo = (id: number) =>
    run(
      async () => {
        const { removed, kept } = await call(undoMemberImport, { body: { id } })
        reload()
        return { kind: 'undone', removed, kept }
      },
      ({ message }) => setFailure(message),
    )
  return { outcome, pending, failure, preview, apply, undo }
}

function reload(): void {
  memberList.reload()
  memberImports.reload()
}
