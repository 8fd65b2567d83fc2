/** What the layout knows of a group: its dots and which of them belong together. */
export interface Group {
  nodes: readonly { _id: string }[]
  edges: readonly { from: string; to: string; weight: number }[]
}

export interface Point {
  x: number
  y: number
}

export interface Layout {
  width: number
  height: number
  points: ReadonlyMap<string, Point>
}

/** Space that a dot takes with the words below it. */
export const cell = { width: 92, height: 86 }
const rounds = 240
const untangling = 240
/** The angle by which seeds of a sunflower follow one another: no two of them fall on one ray. */
const goldenAngle = Math.PI * (3 - Math.sqrt(5))

/**
 * Where the dots of a group stand: ties pull them together, everything else keeps apart, and in the end no two take
 * the same room. Nothing in it is left to chance, so a group looks the same whenever it is opened.
 */
export const layOut = ({ nodes, edges }: Group, width: number): Layout => {
  const height = heightFor(nodes.length, width)
  const springs = springsOf({ nodes, edges })
  const points = nodes.map((_, index) => seedAt(index))
  for (let round = 0; round < rounds; round += 1) pull(points, springs, 1 - round / rounds)
  stretch(points, { width, height })
  for (let round = 0; round < untangling; round += 1) part(points, { width, height })
  return { width, height, points: new Map(nodes.map(({ _id }, index) => [_id, points[index] ?? { x: 0, y: 0 }])) }
}

/** High enough for every dot and its words, with air between them. */
const heightFor = (count: number, width: number): number => {
  const columns = Math.max(1, Math.floor(width / cell.width))
  const rows = Math.ceil(count / columns)
  return Math.max(count > 3 ? 340 : 200, Math.round(rows * cell.height * 1.5))
}

interface Spring {
  a: number
  b: number
  weight: number
}

const springsOf = ({ nodes, edges }: Group): Spring[] => {
  const places = new Map(nodes.map(({ _id }, index) => [_id, index]))
  return edges.flatMap(({ from, to, weight }) => {
    const [a, b] = [places.get(from), places.get(to)]
    // A tie to an account that is not drawn has no second end here.
    return a === undefined || b === undefined || a === b ? [] : [{ a, b, weight }]
  })
}

const seedAt = (index: number): Point => {
  const radius = Math.sqrt(index)
  return { x: radius * Math.cos(index * goldenAngle), y: radius * Math.sin(index * goldenAngle) }
}

/** One round of forces; `heat` says how far a dot may still move. */
const pull = (points: Point[], springs: readonly Spring[], heat: number): void => {
  const moves = points.map(({ x, y }): Point => ({ x: -x * 0.05, y: -y * 0.05 }))
  const push = (index: number, x: number, y: number) => {
    const move = moves[index]
    if (!move) return
    move.x += x
    move.y += y
  }
  for (const [a, one] of points.entries()) {
    for (let b = a + 1; b < points.length; b += 1) {
      const other = points[b]
      if (!other) continue
      const { x, y, square } = between(one, other)
      push(a, x / square, y / square)
      push(b, -x / square, -y / square)
    }
  }
  for (const { a, b, weight } of springs) {
    const [one, other] = [points[a], points[b]]
    if (!one || !other) continue
    const { x, y, square } = between(one, other)
    const force = Math.sqrt(square) * 0.12 * (0.4 + weight)
    push(a, -x * force, -y * force)
    push(b, x * force, y * force)
  }
  for (const [index, point] of points.entries()) moveBy(point, moves[index] ?? { x: 0, y: 0 }, 0.05 + heat * 0.5)
}

const between = (one: Point, other: Point): Point & { square: number } => {
  const [x, y] = [one.x - other.x, one.y - other.y]
  return { x, y, square: Math.max(x * x + y * y, 0.01) }
}

const moveBy = (point: Point, { x, y }: Point, most: number): void => {
  const length = Math.hypot(x, y)
  const share = length > most ? most / length : 1
  point.x += x * share
  point.y += y * share
}

interface Box {
  width: number
  height: number
}

/**
 * Fills the box, each direction by itself: half by where the forces left a dot, half by how many stand before it, so
 * that a long chain does not press everything else into a corner.
 */
const stretch = (points: Point[], box: Box): void => {
  for (const [axis, size, room] of [
    ['x', box.width, cell.width],
    ['y', box.height, cell.height],
  ] as const) {
    const values = points.map((point) => point[axis])
    const inOrder = values.toSorted((a, b) => a - b)
    const [least = 0, most = 0] = [inOrder[0], inOrder.at(-1)]
    for (const point of points) {
      const place = most - least < 0.01 ? 0.5 : (point[axis] - least) / (most - least)
      const rank = points.length < 2 ? 0.5 : inOrder.indexOf(point[axis]) / (points.length - 1)
      point[axis] = room / 2 + ((place + rank) / 2) * (size - room)
    }
  }
}

/** Moves dots apart whose space overlaps, in the direction that takes less. */
const part = (points: Point[], box: Box): void => {
  for (const [a, one] of points.entries()) {
    for (let b = a + 1; b < points.length; b += 1) {
      const other = points[b]
      if (other) separate(one, other, box)
    }
  }
  for (const point of points) {
    point.x = Math.min(Math.max(point.x, cell.width / 2), box.width - cell.width / 2)
    point.y = Math.min(Math.max(point.y, cell.height / 2), box.height - cell.height / 2)
  }
}

const separate = (one: Point, other: Point, box: Box): void => {
  const lackX = cell.width - Math.abs(one.x - other.x)
  const lackY = cell.height - Math.abs(one.y - other.y)
  if (lackX <= 0 || lackY <= 0) return
  // In a narrow box the sides push back, so there one gives way upwards and downwards.
  const narrow = box.height > box.width ? 2 : 1
  const axis = (lackX / cell.width) * narrow < lackY / cell.height ? 'x' : 'y'
  const step = ((axis === 'x' ? lackX : lackY) / 2) * (one[axis] < other[axis] ? -1 : 1)
  one[axis] += step
  other[axis] -= step
}

/** The dot that stands nearest in the direction of an arrow key; null where nothing stands there. */
export const neighbourOf = ({ points }: Layout, from: string, key: string): string | null => {
  const here = points.get(from)
  const direction = arrows[key]
  if (!here || !direction) return null
  let [best, least] = [null as string | null, Infinity]
  for (const [id, point] of points) {
    const along = (point.x - here.x) * direction.x + (point.y - here.y) * direction.y
    const aside = Math.abs((point.x - here.x) * direction.y) + Math.abs((point.y - here.y) * direction.x)
    const cost = along + aside * 2
    if (along > 1 && cost < least) [best, least] = [id, cost]
  }
  return best
}

const arrows: Readonly<Record<string, Point>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
}
