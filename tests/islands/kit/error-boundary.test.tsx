// @module-tag extended
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Island } from '#islands/kit/island/Island.tsx'

let root: Root | undefined

afterEach(() => {
  root?.unmount()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

function ThrowingComponent(): never {
  throw new Error('no reason')
}

test('a part that breaks does not take the page with it: it says so and offers to load anew', async () => {
  // React is supposed to log the error to the console.
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const place = document.createElement('div')
  const neighbor = document.createElement('p')
  neighbor.textContent = 'Still here'
  document.body.append(neighbor, place)
  root = createRoot(place)
  root.render(
    <Island>
      <ThrowingComponent />
    </Island>,
  )
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByRole('button')).toBeVisible()
  await expect.element(page.getByText('Still here')).toBeVisible()
  expect(told).toHaveBeenCalled()
})
