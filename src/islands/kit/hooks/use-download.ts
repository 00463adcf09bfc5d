import { useEffect, useRef, useState } from 'react'
import type { Endpoint, EndpointQuery } from '#contract/platform/endpoint.ts'
import { ApiError } from '#lib/api/call.ts'
import { notify } from '#lib/page/snackbars.ts'

/** Saves a file, and says so or why not. `bytes`: those that have arrived, null while nothing is being saved. */
export function useDownload<E extends Endpoint>(endpoint: E, doneText: string) {
  const [bytes, setBytes] = useState<number | null>(null)
  const controllerInFlight = useRef<AbortController>(null)
  const cancel = () => controllerInFlight.current?.abort()
  useEffect(() => () => controllerInFlight.current?.abort(), [])

  async function save(query: EndpointQuery<E>): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    controllerInFlight.current = controller
    setBytes(0)
    try {
      const { download } = await import('#lib/api/download.ts')
      await download(endpoint, { query, signal, onProgress: setBytes })
      notify('success', doneText)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      notify('error', error.message)
    } finally {
      setBytes(null)
    }
  }

  return { bytes, save, cancel }
}
