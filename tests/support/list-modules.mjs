import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

// Preloaded with `--import`: appends the URL of each module that the process loads to a file.

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(process.env.LOADED_MODULES, `${url}\n`)
    return nextLoad(url, context)
  },
})
