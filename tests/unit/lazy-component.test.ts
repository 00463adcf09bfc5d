import { expect, test } from 'vitest'
import { lazyComponent } from '#lib/page/lazy-component.ts'

/** Creates a component that fails to load the first time. */
function createFlakyComponent() {
  let tries = 0
  const component = lazyComponent(async () => {
    tries += 1
    if (tries === 1) throw new Error('gone')
    return 'part'
  })
  return { ...component, tries: () => tries }
}

test('is fetched once, whoever asks for it', async () => {
  const { $state, load, tries } = createFlakyComponent()
  await Promise.all([load(), load()])
  expect(tries()).toBe(1)
  await load()
  await load()
  expect([tries(), $state.get().value]).toEqual([2, 'part'])
})

test('what could not be loaded ahead is tried anew by who comes to need it', async () => {
  const { $state, load } = createFlakyComponent()
  await load()
  const seen: unknown[] = []
  const stop = $state.subscribe(({ value, error }) => seen.push(error ?? value))
  await load()
  expect(seen).toEqual([null, 'part'])
  stop()
})

test('who waits for it is told that it cannot be had', async () => {
  const { $state, load } = createFlakyComponent()
  const stop = $state.listen(() => {})
  await load()
  expect($state.get().error).toEqual(new Error('gone'))
  stop()
})
