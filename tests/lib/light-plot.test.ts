import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { lightPlot } from '../../src/build/light-plot.ts'

const file = 'node_modules/uplot/dist/uPlot.esm.js'
const code = await readFile(file, 'utf8')
const transform = lightPlot().transform as (code: string, id: string) => { code: string } | undefined

test('the uPlot that is installed is the one that the cuts were made for', () => {
  const light = transform(code, `/x/${file}`)?.code ?? ''
  expect(light.length).toBeLessThan(code.length)
  expect(light.length).toBeGreaterThan(code.length * 0.9)
})

test('any other stops the build, other files stay as they are', () => {
  expect(() => transform(code.replace('const ', 'const  '), `/x/${file}`)).toThrow('uPlot is another')
  expect(transform(code, '/x/other.js')).toBeUndefined()
})
