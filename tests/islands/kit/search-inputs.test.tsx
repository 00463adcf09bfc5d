// @module-tag extended
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Combobox, type ComboboxOption } from '#islands/kit/forms/combobox/Combobox.tsx'
import { SearchField } from '#islands/kit/forms/SearchField.tsx'
import { setStrings } from '#lib/i18n/strings.ts'

let root: Root
let container: HTMLElement

beforeEach(() => {
  setStrings('en', { common: { clearSearch: 'Clear' } })
  container = document.body.appendChild(document.createElement('main'))
  root = createRoot(container)
})
afterEach(() => {
  root.unmount()
  container.remove()
})

const waitForDebounce = () => new Promise((resolve) => setTimeout(resolve, 500))
const compose = (field: Element, type: 'compositionstart' | 'compositionend') =>
  field.dispatchEvent(new CompositionEvent(type, { bubbles: true }))

/** Renders a search and records all changes. */
function renderSearch(first: string): string[] {
  const changes: string[] = []
  function Search() {
    const [value, setValue] = useState(first)
    const onChange = (text: string) => {
      changes.push(text)
      setValue(text)
    }
    return <SearchField label="Find" value={value} maxLength={50} onChange={onChange} />
  }
  root.render(<Search />)
  return changes
}

test('a search waits until typing rests and a syllable is whole', async () => {
  const told = renderSearch('')
  const field = page.getByRole('searchbox')
  await expect.element(field).toBeVisible()
  compose(field.element(), 'compositionstart')
  await userEvent.fill(field, '고')
  await waitForDebounce()
  expect(told).toEqual([])
  compose(field.element(), 'compositionend')
  await expect.poll(() => told).toEqual(['고'])
})

test('a keyboard that composes what stands there already changes nothing', async () => {
  const told = renderSearch('abc')
  const field = page.getByRole('searchbox')
  await expect.element(field).toBeVisible()
  const touch = () => {
    compose(field.element(), 'compositionstart')
    compose(field.element(), 'compositionend')
  }
  touch()
  await waitForDebounce()
  expect(told).toEqual([])
  await userEvent.fill(field, 'abcd')
  await expect.poll(() => told).toEqual(['abcd'])
  await userEvent.click(page.getByRole('button', { name: 'Clear' }))
  touch()
  await waitForDebounce()
  expect(told).toEqual(['abcd', ''])
})

/** Renders a combobox and records searches and choices. */
function renderCombobox(options: readonly ComboboxOption[]) {
  const searches: (string | null)[] = []
  const choices: (string | null)[] = []
  root.render(
    <Combobox
      label="Channel"
      placeholder="All"
      clearLabel="Clear"
      selected={null}
      options={options}
      message=""
      onSearch={(text) => searches.push(text)}
      onChoose={(option) => choices.push(option?.value ?? null)}
    />,
  )
  return { searched: searches, chosen: choices, field: page.getByRole('combobox') }
}

test('Enter chooses the only option that is there for what was typed, and no other', async () => {
  const { chosen, field } = renderCombobox([{ value: 'one', label: 'Seoul Dance' }])
  await userEvent.click(field)
  await userEvent.keyboard('jazz{Enter}')
  expect(chosen).toEqual([])
  await userEvent.clear(field)
  await userEvent.keyboard('dance')
  const input = field.element()
  // Safari reports the Enter that ends a composition like this.
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true }))
  expect(chosen).toEqual([])
  await userEvent.keyboard('{Enter}')
  expect(chosen).toEqual(['one'])
})

test('a list that is taken away while it is open is no longer searched for', async () => {
  const { searched, field } = renderCombobox([])
  await userEvent.click(field)
  await userEvent.keyboard('ab')
  await expect.poll(() => searched).toEqual(['', 'ab'])
  await userEvent.keyboard('c')
  root.render(null)
  await expect.poll(() => searched).toEqual(['', 'ab', null])
  await waitForDebounce()
  expect(searched).toHaveLength(3)
})
