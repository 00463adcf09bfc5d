import { expect, test } from 'vitest'
import { ClusterMetrics } from '#server/platform/cluster/metrics.ts'
import { createPeer, type Peer } from '#server/platform/cluster/peer.ts'
import { createLog } from '#server/platform/log.ts'
import type { SnapshotOptions } from '#server/platform/metrics/process.ts'
import type { Snapshot } from '#server/platform/metrics/registry.ts'
import { findValue, parseMetrics } from '#tests/support/metrics.ts'

/** Creates two ends of a channel that copies messages as processes do. */
function createChannel(): [Peer, Peer] {
  const listeners: ((message: unknown) => void)[][] = [[], []]
  const createEnd = (own: number) =>
    createPeer({
      send: (message) => {
        const copy = JSON.parse(JSON.stringify(message)) as unknown
        queueMicrotask(() => {
          for (const listener of listeners[1 - own] ?? []) listener(copy)
        })
      },
      onMessage: (listener) => void listeners[own]?.push(listener),
    })
  return [createEnd(0), createEnd(1)]
}

const counter = (name: string, value: number) =>
  ({ name, help: name, type: 'counter', aggregator: 'sum', values: [{ value, labels: {} }] }) as const
const gauge = (name: string, value: number) => ({ ...counter(name, value), type: 'gauge' }) as const

/** Creates a process with counters and gauges. */
function createProcess(counts: { total: number }) {
  const asked: boolean[] = []
  const [inPrimary, inProcess] = createChannel()
  let isSilent = false
  inProcess.handle('metrics snapshot', async (input) => {
    const { withState } = input as SnapshotOptions
    asked.push(withState)
    if (isSilent) throw new Error('It is busy.')
    return [
      counter('things_total', counts.total),
      gauge('things_in_use', 2),
      ...(withState ? [gauge('things_shared', 5)] : []),
    ] as unknown as Snapshot
  })
  const silence = () => {
    isSilent = true
  }
  return { inPrimary, inProcess, asked, silence }
}

const read = async (metrics: ClusterMetrics, name: string) =>
  findValue(parseMetrics(await metrics.scrape()), name)

test('counters and gauges are added up, and what is shared is measured once', async () => {
  const metrics = new ClusterMetrics(createLog('silent'))
  const [one, two] = [createProcess({ total: 10 }), createProcess({ total: 5 })]
  metrics.add(2, two.inPrimary)
  metrics.add(1, one.inPrimary)
  const samples = parseMetrics(await metrics.scrape())
  expect(findValue(samples, 'things_total')).toBe(15)
  expect(findValue(samples, 'things_in_use')).toBe(4)
  expect(findValue(samples, 'things_shared')).toBe(5)
  expect([one.asked, two.asked]).toEqual([[true], [false]])
})

test('a process that is asked answers with the sum of all', async () => {
  const metrics = new ClusterMetrics(createLog('silent'))
  const [one, two] = [createProcess({ total: 10 }), createProcess({ total: 5 })]
  metrics.add(1, one.inPrimary)
  metrics.add(2, two.inPrimary)
  const text = (await two.inProcess.request('metrics scrape', {}, 1_000)) as string
  expect(findValue(parseMetrics(text), 'things_total')).toBe(15)
})

test('what an ended process had counted stays, what it used does not', async () => {
  const metrics = new ClusterMetrics(createLog('silent'))
  const counts = { total: 10 }
  metrics.add(1, createProcess(counts).inPrimary)
  metrics.add(2, createProcess({ total: 5 }).inPrimary)
  expect(await read(metrics, 'things_total')).toBe(15)
  metrics.remove(1)
  expect(await read(metrics, 'things_total')).toBe(15)
  expect(await read(metrics, 'things_in_use')).toBe(2)
  // The next process measures shared values, and its successor begins at 0.
  expect(await read(metrics, 'things_shared')).toBe(5)
  metrics.add(1, createProcess({ total: 1 }).inPrimary)
  expect(await read(metrics, 'things_total')).toBe(16)
  metrics.remove(1)
  metrics.remove(2)
  expect(await read(metrics, 'things_total')).toBe(16)
})

test('a process that ends while it is asked counts once', async () => {
  const metrics = new ClusterMetrics(createLog('silent'))
  const process = createProcess({ total: 10 })
  metrics.add(1, process.inPrimary)
  expect(await read(metrics, 'things_total')).toBe(10)
  process.inProcess.handle('metrics snapshot', async () => {
    metrics.remove(1)
    throw new Error('It has ended.')
  })
  expect(await read(metrics, 'things_total')).toBe(10)
  expect(await read(metrics, 'things_total')).toBe(10)
})

test('one that does not answer keeps its counters', async () => {
  const metrics = new ClusterMetrics(createLog('silent'))
  const silent = createProcess({ total: 10 })
  metrics.add(1, silent.inPrimary)
  metrics.add(2, createProcess({ total: 5 }).inPrimary)
  expect(await read(metrics, 'things_total')).toBe(15)
  silent.silence()
  expect(await read(metrics, 'things_total')).toBe(15)
  expect(await read(metrics, 'things_in_use')).toBe(2)
})

test('a request fails with the reason of the other process, or when no reply comes', async () => {
  const [here, there] = createChannel()
  there.handle('fail', async () => {
    throw new Error('for a reason')
  })
  there.handle('wait', () => new Promise(() => {}))
  await expect(here.request('fail', {}, 10_000)).rejects.toThrow('"fail" failed: for a reason')
  await expect(here.request('wait', {}, 1)).rejects.toThrow('No reply to "wait" in 1 ms.')
})
