import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
type Owner = Awaited<ReturnType<typeof world.owner>>
type Saved = Parameters<Owner['admin']['saveText']>[0]

/** Saves a text in a language. */
const write = (owner: Owner, params: Saved['params'], words: Partial<Saved['body']>) =>
  owner.admin.saveText({ params, body: { title: '', text: '', ...words } })

/** Somebody whose account reads a language. */
const reader = async (name: string, locale: 'es' | 'fr') => {
  const user = await world.user(name)
  await user.user.profile({ body: { locale } })
  return user
}

describe('a text of the owner in another language', () => {
  test('is read by those who read that language, and by nobody else', async () => {
    const owner = await world.owner()
    const [es, fr] = [await reader('lee', 'es'), await reader('lit', 'fr')]
    await owner.admin.saveSettings({ body: { content_faq: '# Ask\n\nMain words.' } })
    const params = { kind: 'page', subject: 'faq', locale: 'es' } as const
    await write(owner, params, { text: '# Preguntas\n\nPalabras de {{site}}.' })
    const faq = { params: { name: 'faq' } } as const
    expect(await es.home.content(faq)).toMatchObject({ title: 'Preguntas', html: '<p>Palabras de Runnel.</p>\n' })
    expect(await fr.home.content(faq)).toMatchObject({ title: 'Ask', html: '<p>Main words.</p>\n' })
    const { texts } = await owner.admin.texts({ params })
    expect(texts).toMatchObject([{ locale: 'es', title: '', text: '# Preguntas\n\nPalabras de {{site}}.' }])
    expect((await write(owner, params, {})).texts).toEqual([])
    expect(await es.home.content(faq)).toMatchObject({ title: 'Ask' })
  })

  test('is a post’s title and text, each by itself, and goes with the post', async () => {
    const owner = await world.owner()
    const es = await reader('noti', 'es')
    world.clock.turn(60)
    const body = { title: 'Fees', markdown: 'Lower.', pinned: false, publishedAt: world.clock.now().toISOString() }
    const { news } = await owner.admin.addNews({ body })
    const params = { kind: 'news', subject: news._id, locale: 'es' } as const
    await write(owner, params, { title: 'Comisiones' })
    const shown = async () => (await es.news.list({ query: {} })).items.find(({ _id }) => _id === news._id)
    expect(await shown()).toMatchObject({ title: 'Comisiones', html: '<p>Lower.</p>\n' })
    expect((await es.dashboard.overview()).news.title).toBe('Comisiones')
    await write(owner, params, { title: 'Comisiones', text: 'Más bajas. <script>1</script>' })
    expect(await shown()).toMatchObject({ html: expect.not.stringContaining('<script') })
    expect(await shown()).toMatchObject({ html: expect.stringContaining('Más bajas.') })
    await owner.admin.removeNews({ params: { id: news._id } })
    expect(await world.db.raw('SELECT FROM owner_texts WHERE subject = $1', [news._id])).toEqual([])
    expect(await refusal(write(owner, params, { title: 'x' }))).toMatchObject({ status: 404 })
  })

  test('names a category', async () => {
    const owner = await world.owner()
    const [es, fr] = [await reader('cate', 'es'), await reader('gori', 'fr')]
    const { categories } = await owner.admin.taskCategories()
    const [first] = categories
    await write(owner, { kind: 'category', subject: first?._id ?? '', locale: 'es' }, { title: 'Encuestas' })
    const named = async (who: typeof es) =>
      (await who.task.categories()).categories.find(({ _id }) => _id === first?._id)?.name
    expect(await named(es)).toBe('Encuestas')
    expect(await named(fr), 'a category of a new site').toBe('Inscription')
    expect((await owner.admin.taskCategories()).categories[0]?.name).toBe(first?.name)
    await owner.admin.editTaskCategory({ params: { id: first?._id ?? '' }, body: { name: 'Surveys' } })
    expect(await named(es)).toBe('Encuestas')
    expect(await named(fr)).toBe('Surveys')
    await owner.admin.editTaskCategory({ params: { id: first?._id ?? '' }, body: { name: 'constructor' } })
    expect(await named(fr), 'no name of JavaScript’s own').toBe('constructor')
    await owner.admin.editTaskCategory({ params: { id: first?._id ?? '' }, body: { name: first?.name ?? '' } })
  })

  test('is saved once, however often it is sent at the same time', async () => {
    const owner = await world.owner()
    const params = { kind: 'page', subject: 'faq', locale: 'tr' } as const
    await Promise.all(Array.from({ length: 6 }, () => write(owner, params, { text: 'Sorular' })))
    expect((await owner.admin.texts({ params })).texts).toMatchObject([{ locale: 'tr', text: 'Sorular' }])
  })

  test('belongs to what is there, and is no longer than that may be', async () => {
    const owner = await world.owner()
    for (const [kind, subject] of [
      ['page', 'nowhere'],
      ['news', 'nowhere'],
      ['news', newId()],
      ['category', newId()],
    ] as const) {
      expect(await refusal(owner.admin.texts({ params: { kind, subject } }))).toMatchObject({ status: 404 })
      const wrong = write(owner, { kind, subject, locale: 'es' }, { title: 'x' })
      expect(await refusal(wrong)).toMatchObject({ status: 404 })
    }
    const page = { kind: 'page', subject: 'faq', locale: 'es' } as const
    expect(await refusal(write(owner, page, { title: 'No title here' }))).toMatchObject({
      status: 422,
      failure: { errors: { title: expect.any(String) } },
    })
  })
})

describe('the site’s own language', () => {
  test('is read by whoever asks for none that is spoken here', async () => {
    const owner = await world.owner()
    await owner.admin.saveSettings({ body: { site_locale: 'tr' } })
    const guest = world.guest()
    const asked = (acceptLanguage: string) =>
      guest.raw({ method: 'GET', path: '/api/user/me', headers: { 'accept-language': acceptLanguage } })
    expect((await asked('de')).body['msg']).toBe('Lütfen giriş yapın.')
    expect((await asked('en')).body['msg']).toBe(inEnglish(say('google.pleaseSign')))
    await owner.admin.saveSettings({ body: { site_locale: 'en' } })
    expect((await asked('de')).body['msg']).toBe(inEnglish(say('google.pleaseSign')))
  })

  test('does not keep a closed site from saying why in the reader’s', async () => {
    const owner = await world.owner()
    const es = await reader('cerr', 'es')
    const maintenance_translations = [{ locale: 'es', text: 'Volvemos pronto.' }] as const
    const closed = { maintenance: true, maintenance_message: 'Back soon.' }
    await owner.admin.saveSettings({ body: { ...closed, maintenance_translations: [...maintenance_translations] } })
    expect(await refusal(es.dashboard.overview())).toMatchObject({ failure: { msg: 'Volvemos pronto.' } })
    expect((await es.home.site()).maintenance?.message).toBe('Volvemos pronto.')
    expect((await world.guest().home.site()).maintenance?.message).toBe('Back soon.')
    await owner.admin.saveSettings({
      body: { maintenance: false, maintenance_message: '', maintenance_translations: [] },
    })
  })
})
