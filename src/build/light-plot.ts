import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** Of the file that the cuts below were made for: a cut that is found in another may take more than it should. */
const cutFor = '5dd9b3281aa64b461b42d9945f6adb2649d346502b12281a9ae0d46599a80eba'

/**
 * What our charts never ask of uPlot: days are slots of ours, so no scale of it is one of time or of logarithms, lines
 * are straight, all series have the same days, charts share what is read through our store, no series comes or goes
 * later, and the legend is ours. Without a way to these the bundler leaves out all that is behind them. Another uPlot,
 * or a cut that is not found, stops the build.
 */
const cuts: readonly (readonly [from: RegExp, to: string])[] = [
  [/\bconst \[ timeIncrsMs, _timeAxisStampsMs, timeAxisSplitsMs \] = genTimeStuffs\(1\);/, ''],
  [/\bconst \[ timeIncrsS, {2}_timeAxisStampsS, {2}timeAxisSplitsS {2}\] = genTimeStuffs\(1e-3\);/, ''],
  [/const _tzDate {2}= [^;]+;[\s\S]*?const _timeSeriesVal {2}= [^;]+;/, ''],
  [/isTime \? \(isStr\(sv\) \?.*?: sv \|\| _timeSeriesVal\) : sv \|\| numSeriesVal/, 'sv || numSeriesVal'],
  [/\(isTime \? \(ms == 1 \? timeIncrsMs : timeIncrsS\) : numIncrs\)/, 'numIncrs'],
  [/isTime && sc\.distr == 1 \? .*? : numAxisSplits\)/, 'numAxisSplits)'],
  [/\(sc\.distr == 3 \? snapLogX : .*? : snapNumX\)/, 'snapNumX'],
  [/\(sc\.distr == 3 \? snapLogY : .*? : snapNumY\)/, 'snapNumY'],
  [/sc\.distr >= 3 && sc\.log == 10 \? .*? : retArg1/, 'retArg1'],
  [/\[_min, _max\] = rangeLog\(_min, _min, scaleX\.log, false\);/, ';'],
  [/\[_min, _max\] = rangeAsinh\(_min, _min, scaleX\.log, false\);/, ';'],
  [/sc\.distr == 3 {3}\? val => log10\([\s\S]*?sc\.fwd\(val\) :/, ''],
  [/distr == 3 \? pow\(10, sv\) :[\s\S]*?sc\.bwd\(sv\) :/, ''],
  [/distr == 3 \? log10\(sc\.min\) .*? : sc\.min;/, 'sc.min;'],
  [/distr == 3 \? log10\(sc\.max\) .*? : sc\.max;/, 'sc.max;'],
  [/uPlot\.rangeLog = rangeLog;/, ''],
  [/uPlot\.rangeAsinh = rangeAsinh;/, ''],
  [/isTime \? \(\s*\/\/ config array[\s\S]*?av \|\| _timeAxisVals\s*\) : /, ''],
  [/const showLegend = legend\.show;/, 'const showLegend = false;'],
  [/const mode = self\.mode;\s*\n/, 'const mode = 1;\n'],
  [/uPlot\.sync = _sync;/, ''],
  [/const sync = _sync\(syncKey\);\s+function pubSync\([\s\S]*?self\.pub = pub;/, 'function pubSync() {}'],
  [/sync\.unsub\(self\);/, ''],
  [/self\.addSeries = addSeries;/, ''],
  [/self\.delSeries = delSeries;/, ''],
  [/self\.addBand = addBand;/, ''],
  [/self\.setBand = setBand;/, ''],
  [/self\.delBand = delBand;/, ''],
  [/uPlot\.fmtDate = fmtDate;/, ''],
  [/uPlot\.tzDate {2}= tzDate;/, ''],
  [/uPlot\.join = join;/, ''],
  [/\(paths\.stepped = stepped\);/, ''],
  [/\(paths\.spline {2}= monotoneCubic\);/, ''],
]

/** uPlot without what we do not use of it, in scripts for the browser. */
export function lightPlot(): Plugin {
  return {
    name: 'light-plot',
    apply: 'build',
    transform(code, id) {
      if (!/\/node_modules\/uplot\/dist\/uPlot\.esm\.js$/.test(id)) return undefined
      const found = createHash('sha256').update(code).digest('hex')
      if (found !== cutFor) throw new Error(`uPlot is another: look through light-plot.ts, then say ${found}`)
      let light = code
      for (const [from, to] of cuts) {
        if (!from.test(light)) throw new Error(`light-plot.ts looks for ${from} and does not find it`)
        light = light.replace(from, to)
      }
      return { code: light, map: null }
    },
  }
}
