import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAdmission } from '#server/platform/http/admission/admission.ts'
import {
  type Precedence,
  precedenceOfKnown,
  precedenceOfPerson,
  precedenceOfStranger,
} from '#server/platform/http/admission/precedence.ts'
import { createUsage } from '#server/platform/http/admission/usage.ts'

const limits = { running: 1, waiting: 4, retryAfterSeconds: 2 }
const person = precedenceOfPerson({ id: 1, networkId: 9 })
const device = precedenceOfKnown(2)

/** Works end only when the test says so. */
function createDesk({ waiting = limits.waiting } = {}) {
  let now = 0
  const admission = createAdmission({ ...limits, waiting }, () => now)
  const started: string[] = []
  const refused: string[] = []
  const endings = new Map<string, (isRight: boolean) => void>()
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  async function arrive(name: string, precedence: Precedence): Promise<void> {
    const work = async () => {
      started.push(name)
      const { promise, resolve } = Promise.withResolvers<boolean>()
      endings.set(name, resolve)
      if (!(await promise)) throw new Error('wrong')
    }
    admission.admit(precedence, work).catch((error: { code?: string }) => {
      if (error.code === 'unavailable') refused.push(name)
    })
    await settle()
  }

  return {
    arrive,
    started,
    refused,
    async end(name: string, isRight: boolean) {
      endings.get(name)?.(isRight)
      await settle()
    },
    pass(ms: number) {
      now += ms
    },
  }
}

test('people who are signed in come first, then known devices, then strangers', async () => {
  const desk = createDesk()
  await desk.arrive('first', precedenceOfStranger('10.0.0.1'))
  await desk.arrive('stranger', precedenceOfStranger('10.0.1.1'))
  await desk.arrive('device', device)
  await desk.arrive('person', person)
  for (const name of ['first', 'person', 'device', 'stranger']) await desk.end(name, true)
  expect(desk.started).toEqual(['first', 'person', 'device', 'stranger'])
})

test('a full queue refuses its last, not the latest', async () => {
  const desk = createDesk()
  for (const at of [0, 1, 2, 3, 4]) await desk.arrive(`guess ${at}`, precedenceOfStranger(`10.0.${at}.1`))
  expect(desk.refused).toEqual([])
  await desk.arrive('guess 5', precedenceOfStranger('10.0.5.1'))
  expect(desk.refused).toEqual(['guess 5'])
  await desk.arrive('person', person)
  expect(desk.refused).toEqual(['guess 5', 'guess 4'])
  await desk.end('guess 0', false)
  expect(desk.started).toEqual(['guess 0', 'person'])
})

test('an address that waits already is behind one that does not', async () => {
  const desk = createDesk()
  for (const at of [0, 1, 2, 3]) await desk.arrive(`flood ${at}`, precedenceOfStranger('10.0.0.1'))
  await desk.arrive('other', precedenceOfStranger('10.9.9.9'))
  await desk.end('flood 0', true)
  expect(desk.started).toEqual(['flood 0', 'other'])
})

test('what failed counts against its address until it is old, what succeeded does not', async () => {
  const [wrong, right, other] = ['10.0.0.1', '10.1.0.1', '10.2.0.1'].map(precedenceOfStranger) as [
    Precedence,
    Precedence,
    Precedence,
  ]
  const desk = createDesk()
  const line = async () => {
    await desk.arrive('busy', person)
    for (const [name, precedence] of Object.entries({ wrong, right, other }))
      await desk.arrive(name, precedence)
    desk.started.length = 0
    for (const name of ['busy', 'wrong', 'right', 'other', 'wrong']) await desk.end(name, true)
    return desk.started.splice(0)
  }
  await desk.arrive('before', wrong)
  await desk.end('before', false)
  await desk.arrive('before', right)
  await desk.end('before', true)
  expect(await line()).toEqual(['right', 'other', 'wrong'])
  desk.pass(10 * 60_000)
  expect(await line()).toEqual(['wrong', 'right', 'other'])
})

test('neighbors of an address count a little, also those of an IPv6 /48', async () => {
  for (const [guesser, neighbor, elsewhere] of [
    ['10.0.0.1', '10.0.0.2', '10.0.1.1'],
    ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:2:1::1'],
  ] as const) {
    const desk = createDesk()
    await desk.arrive('guess', precedenceOfStranger(guesser))
    await desk.end('guess', false)
    await desk.arrive('busy', person)
    await desk.arrive('guesser', precedenceOfStranger(guesser))
    await desk.arrive('neighbor', precedenceOfStranger(neighbor))
    await desk.arrive('elsewhere', precedenceOfStranger(elsewhere))
    for (const name of ['busy', 'elsewhere', 'neighbor', 'guesser']) await desk.end(name, true)
    expect(desk.started.slice(2)).toEqual(['elsewhere', 'neighbor', 'guesser'])
  }
})

test('everybody is served or refused once, whoever comes in whatever order', async () => {
  const precedences = [person, device, ...[0, 1, 2, 3].map((at) => precedenceOfStranger(`10.0.${at}.1`))]
  const Step = fc.record({
    precedence: fc.nat(precedences.length - 1),
    ends: fc.boolean(),
    isRight: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { maxLength: 60 }), async (steps) => {
      const desk = createDesk()
      const ended = new Set<string>()
      const endNext = async (isRight: boolean) => {
        const next = desk.started.find((name) => !ended.has(name))
        if (next === undefined) return false
        ended.add(next)
        await desk.end(next, isRight)
        return true
      }
      for (const [at, { precedence, ends, isRight }] of steps.entries()) {
        await desk.arrive(String(at), precedences[precedence] as Precedence)
        expect(desk.started.length - ended.size).toBe(1)
        if (ends) await endNext(isRight)
      }
      while (await endNext(true));
      expect([...desk.started, ...desk.refused].toSorted()).toEqual(
        steps.map((_, at) => String(at)).toSorted(),
      )
    }),
    { numRuns: 100 },
  )
})

test('what a subject has used is halved every minute, and a flood of subjects fills no memory', () => {
  let now = 0
  const usage = createUsage(() => now)
  usage.add('a', 8)
  now += 120_000
  expect(usage.read('a')).toBe(2)
  for (let at = 0; at < 20_000; at++) usage.add(`flood ${at}`, 1)
  expect([usage.read('a'), usage.read('flood 0'), usage.read('flood 19999')]).toEqual([0, 1, 1])
})
