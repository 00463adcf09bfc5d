import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { App } from '#server/platform/http/response/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { createOpenApi } from './openapi.ts'
import { sendBody } from './response/response.ts'
import { createResponseBody } from './response/response-body.ts'

const assetsFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const contentTypes: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Hookline API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`

const startScript = `SwaggerUIBundle({ url: '/api/openapi.json', domNode: document.getElementById('api'), supportedSubmitMethods: [] })\n`

export function docsRoutes(api: App): void {
  const openApiBody = createResponseBody(JSON.stringify(createOpenApi()))
  api.get('/openapi.json', (c) => sendBody(c, openApiBody))
  api.get('/docs', (c) => {
    c.header(
      'Content-Security-Policy',
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    )
    return c.html(page)
  })
  api.get('/docs/start.js', (c) =>
    c.body(startScript, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  )
  api.get('/docs/:file', async (c) => {
    const type = contentTypes[c.req.param('file')]
    if (!type) throw new Refusal('not_found')
    return c.body(await readFile(join(assetsFolder, c.req.param('file'))), 200, { 'Content-Type': type })
  })
}
