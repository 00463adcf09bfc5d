import type { Endpoint } from '#contract/endpoint.ts'
import { askRemote } from '#tests/support/remote-api.ts'

/** A call to measure: who asks what. */
export interface Question {
  name: string
  endpoint: Endpoint
  query: Record<string, string>
  token: string
}

interface Latency {
  p50: number
  p95: number
}

/** Milliseconds: p95 for one client, p50 for each of ten at once. */
export interface Target {
  alone: number
  crowded: number
}

const columns = ['call', 'p50 at 1', 'p95 at 1', 'p50 at 10', 'p95 at 10', 'target', 'verdict']

/**
 * How long calls take for one client and for ten at once, as a table of milliseconds against a target.
 * @returns whether all meet it
 */
export async function measureCalls(
  title: string,
  target: Target,
  origin: string,
  questions: readonly Question[],
  rounds = 300,
): Promise<boolean> {
  console.log(`\n${title}: milliseconds, the target is p95 at 1 client / p50 at 10`)
  printRow(columns)
  let allMet = true
  for (const question of questions) {
    await askRemote(origin, question.endpoint, question)
    const alone = await measureClients(origin, question, 1, rounds)
    const crowded = await measureClients(origin, question, 10, rounds)
    const met = alone.p95 <= target.alone && crowded.p50 <= target.crowded
    allMet &&= met
    const times = [alone.p50, alone.p95, crowded.p50, crowded.p95].map((time) => time.toFixed(1))
    printRow([question.name, ...times, `${target.alone} / ${target.crowded}`, met ? 'met' : 'MISSED'])
  }
  return allMet
}

const printRow = (cells: readonly string[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(44) : cell.padStart(10))).join(''))

async function measureClients(
  origin: string,
  question: Question,
  clients: number,
  rounds: number,
): Promise<Latency> {
  const times: number[] = []
  const client = async () => {
    for (let at = 0; at < rounds / clients; at++) {
      const started = performance.now()
      await askRemote(origin, question.endpoint, question)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}
