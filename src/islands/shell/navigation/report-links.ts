import { navigation } from 'virtual:screens'
import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { $user } from '#lib/api/session.ts'
import {
  addToMemory,
  noMemory,
  type ReportMemory,
  readReportMemory,
  writeReportMemory,
} from '#lib/navigation/report-memory.ts'
import { $params, $path } from '#lib/navigation/router.ts'

const reports = navigation.flatMap(({ group, items }) =>
  group === 'figures' ? items.map(({ path }) => path) : [],
)

const noParams = {}

/** Includes the state in the current address. */
export function recallReports(): ReportMemory {
  const person = $user.get()?.id
  if (person === undefined) return noMemory
  return addToMemory(readReportMemory(person), reports, { path: $path.get(), params: $params.get() })
}

export function useReportMemory(): ReportMemory {
  const person = useStore($user, { ssr: 'initial' })?.id
  const path = useStore($path, { ssr: () => '' })
  const params = useStore($params, { ssr: () => noParams })
  const memory = useMemo(
    () =>
      person === undefined ? noMemory : addToMemory(readReportMemory(person), reports, { path, params }),
    [person, path, params],
  )
  useEffect(() => {
    if (person !== undefined) writeReportMemory(person, memory)
  }, [person, memory])
  return memory
}
