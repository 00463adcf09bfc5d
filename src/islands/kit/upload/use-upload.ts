import { useState } from 'react'
import { ApiError } from '#lib/api/call.ts'
import { findRefusedLines, type RefusedLine } from './csv-file.ts'

export interface ReadFile<Result> {
  kind: 'read'
  name: string
  result: Result
}

export type UploadOutcome<Result> =
  | ReadFile<Result>
  | { kind: 'refused'; name: string; text: string; lines: readonly RefusedLine[] }

interface UploadOptions<Result> {
  /** Makes of the file what is sent. */
  encode: (bytes: Uint8Array<ArrayBuffer>) => string
  maxCharacters: number
  send: (content: string) => Promise<Result>
  /** False: refused lines are named without their content. */
  isText?: boolean
}

/** Sends one file at a time, and keeps what became of the last one. */
export function useUpload<Result>({ encode, maxCharacters, send, isText = true }: UploadOptions<Result>) {
  const [outcome, setOutcome] = useState<UploadOutcome<Result> | null>(null)
  const [pending, setPending] = useState(false)
  async function upload(chosen: File) {
    if (pending) return
    const { name } = chosen
    setPending(true)
    setOutcome(null)
    const content = encode(new Uint8Array(await chosen.arrayBuffer()))
    try {
      if (content.length > maxCharacters) throw new ApiError('too_large')
      setOutcome({ kind: 'read', name, result: await send(content) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const lines = findRefusedLines(error, isText ? content : '')
      setOutcome({ kind: 'refused', name, text: error.fields.file?.message ?? error.message, lines })
    } finally {
      setPending(false)
    }
  }
  return { outcome, pending, upload }
}
