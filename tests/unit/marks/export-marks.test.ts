import { describe, expect, it } from 'vitest';
import { fileUrl } from '../../../electron/features/marks/export-fcpxml.ts';
import { exportMarks } from '../../../electron/features/marks/export-marks.ts';
import { oneLine } from '../../../electron/features/marks/export-sheet.ts';
import type {
  StoredMark,
  StoredRecording,
} from '../../../electron/features/marks/marks-repository.ts';
import { donation, draw, purchase, subscription } from '../storage/support.ts';

const RECORDING: StoredRecording = {
  id: 7,
  beganAt: Date.UTC(2026, 0, 1, 12),
  endedAt: Date.UTC(2026, 0, 1, 13),
  zeroAt: Date.UTC(2026, 0, 1, 12),
  duration: 3_600_000,
  exact: true,
  lag: 300,
  fpsNum: 30,
  fpsDen: 1,
  width: 1_920,
  height: 1_080,
  marks: 0,
  files: [{ begins: 0, path: 'C:\\Video\\2026-01-01 21-00-00.mkv' }],
};
const NTSC = { ...RECORDING, fpsNum: 30_000, fpsDen: 1_001 };
const SPLIT = {
  ...RECORDING,
  files: [
    { begins: 0, path: '/rec/a.mp4' },
    { begins: 60_000, path: '/rec/b.mp4' },
  ],
};

let next = 0;
function mark(position: number, more: Partial<StoredMark> = {}): StoredMark {
  next += 1;
  return {
    id: next,
    recording: 7,
    position,
    setAt: RECORDING.beganAt + position,
    kind: 'hand',
    sort: null,
    seq: null,
    amount: null,
    label: null,
    path: null,
    event: null,
    ...more,
  };
}

const gift = (position: number, donatorNickname: string, payAmount = 1_000) =>
  mark(position, {
    kind: 'alert',
    sort: 'donation',
    seq: 1,
    event: donation(1, { donatorNickname, payAmount }),
  });

const HOSTILE = [
  '<b>"&\'</b>',
  '=HYPERLINK("http://x")',
  '12:34 & 0:05',
  'a|b*c |M:x |D:9',
  'two\r\nlines\u2028and\u0000more',
  '\u202Eright to left',
  'lone \uD800 half',
  '가'.repeat(300),
  '👨‍👩‍👧‍👦'.repeat(60),
];

describe('what viewers wrote, in one line', () => {
  it.each([
    ['  two \r\n lines\t', 9, 'two lines'],
    ['two lines', 9, 'two lines'],
    ['two lines', 8, 'two lin…'],
    ['two lines', 5, 'two…'],
    ['👨👩👧', 3, '👨👩👧'],
    ['👨👩👧👦', 3, '👨👩…'],
    ['\u202E\u0000', 3, ''],
    ['', 3, ''],
  ])('%j in %d characters is %j', (text, most, line) => {
    expect(oneLine(text, most)).toBe(line);
  });
});

describe('an EDL', () => {
  const edl = (recording: StoredRecording, marks: readonly StoredMark[]) =>
    exportMarks(recording, marks, 'edl', 'ko');

  it('has an event of one frame for each mark, on the file’s time and on a timeline from 01:00:00:00', () => {
    expect(edl(RECORDING, [mark(1_000), gift(65_500, '치즈냥')])).toBe(
      [
        'TITLE: Stagelight 2026-01-01 7',
        'FCM: NON-DROP FRAME',
        '',
        '001  AX       V     C        00:00:01:00 00:00:01:01 01:00:01:00 01:00:01:01',
        '* FROM CLIP NAME: 2026-01-01 21-00-00.mkv',
        '* LOC: 01:00:01:00 BLUE 직접 남긴 마커',
        ' |C:ResolveColorBlue |M:직접 남긴 마커 |D:1',
        '002  AX       V     C        00:01:05:15 00:01:05:16 01:01:05:15 01:01:05:16',
        '* FROM CLIP NAME: 2026-01-01 21-00-00.mkv',
        '* LOC: 01:01:05:15 BLUE 후원 1,000빔 · 치즈냥',
        ' |C:ResolveColorBlue |M:후원 1,000빔 · 치즈냥 |D:1',
        '',
      ].join('\r\n'),
    );
  });

  it('counts 29.97 with numbers left out, and says so', () => {
    const text = edl(NTSC, [mark(60_060), mark(600_600)]);
    expect(text).toContain('FCM: DROP FRAME');
    expect(text).toContain('00:01:00;02 00:01:00;03 01:01:00;02 01:01:00;03');
    expect(text).toContain('00:10:00;18');
  });

  it('gives times of the file where OBS split the recording', () => {
    expect(edl(SPLIT, [mark(61_000)])).toMatch(/00:00:01:00 \S+ 01:01:01:00 .*b\.mp4/s);
  });

  it('has a mark of the very beginning of a file in that file', () => {
    expect(edl(SPLIT, [mark(60_000)])).toMatch(/00:00:00:00 \S+ 01:01:00:00 .*b\.mp4/s);
    expect(edl(SPLIT, [mark(59_960)])).toMatch(/00:00:59:29 \S+ 01:00:59:29 .*a\.mp4/s);
  });

  it('fills its lines to eighty characters, and cuts no label that fits', () => {
    const long = edl(RECORDING, [gift(1_000, '가'.repeat(300))]).split('\r\n');
    expect(long.slice(5, 7).map((line) => [...line].length)).toEqual([80, 79]);
    const label = '후원 1,000빔 · ';
    const fits = edl(RECORDING, [gift(1_000, '가'.repeat(49 - label.length))]);
    expect(fits).not.toContain('…');
  });

  it('has a mark without a file as one of the recording, and leaves out what has no place', () => {
    const nameless = { ...RECORDING, files: [] };
    expect(edl(nameless, [mark(1_000), mark(0, { position: null })])).toMatch(
      /^\* FROM CLIP NAME: recording\r$/m,
    );
    expect(edl(nameless, [mark(0, { position: null })])).not.toContain('001');
  });

  it('never has two marks on the same frame', () => {
    expect(edl(RECORDING, [mark(1_000), mark(1_000)])).toMatch(
      /^001 .* 00:00:01:00 00:00:01:01 .*^002 .* 00:00:01:01 00:00:01:02 /ms,
    );
  });

  it.each(HOSTILE)('keeps its lines whole and short whatever a viewer is called: %j', (name) => {
    const text = edl(RECORDING, [gift(1_000, name)]);
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(8);
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(80);
    expect(text.match(/\|M:/g)).toHaveLength(1);
    expect(text.match(/\|D:1\r\n/g)).toHaveLength(1);
    expect(text.isWellFormed()).toBe(true);
  });
});

describe('an FCPXML', () => {
  const fcpxml = (recording: StoredRecording, marks: readonly StoredMark[]) =>
    exportMarks(recording, marks, 'fcpxml', 'en');

  it('has the file and its markers in whole frames', () => {
    const text = fcpxml(NTSC, [mark(1_001), gift(60_060, 'Cheese')]);
    expect(text).toContain('frameDuration="1001/30000s" width="1920" height="1080"');
    expect(text).toContain('src="file:///C:/Video/2026-01-01%2021-00-00.mkv"');
    expect(text).toContain(
      '<marker start="30030/30000s" duration="1001/30000s" value="Your marker"/>',
    );
    expect(text).toContain(
      '<marker start="1801800/30000s" duration="1001/30000s" value="Donation 1,000 beams · Cheese"/>',
    );
    expect(text).toContain('tcFormat="DF"');
  });

  it('lays the files of a split recording one after another, each with its own markers', () => {
    const text = fcpxml(SPLIT, [mark(1_000), mark(61_000)]);
    expect(text).toContain('ref="r2" offset="0s" name="a.mp4" start="0s" duration="1800/30s"');
    expect(text).toContain('ref="r3" offset="1800/30s" name="b.mp4"');
    expect(text.match(/<marker start="30\/30s"/g)).toHaveLength(2);
  });

  it('has a mark that rounds past the end of its file on the last frame', () => {
    const text = fcpxml(SPLIT, [mark(59_999)]);
    expect(text).toContain('<marker start="1799/30s"');
    expect(text).toContain('sequence format="r1" duration="108000/30s"');
  });

  it('has files without marks too, and frames that are dropped nowhere but at such rates', () => {
    const text = fcpxml(SPLIT, []);
    expect(text.match(/<asset-clip [^>]*tcFormat="NDF"\/>/g)).toHaveLength(2);
    expect(text).not.toContain('<marker');
    expect(text).toContain('name="Stagelight 2026-01-01 7"');
  });

  it('has a mark of the last moment within the file', () => {
    const text = fcpxml({ ...RECORDING, duration: 2_000 }, [mark(5_000)]);
    expect(text).toContain('duration="180/30s"');
    expect(text).toContain('<marker start="150/30s"');
  });

  it.each(HOSTILE)('is well-formed whatever a viewer is called: %j', (name) => {
    const text = fcpxml(RECORDING, [gift(1_000, name)]);
    const value = /<marker [^>]*value="([^"]*)"\/>/.exec(text)?.[1] ?? '';
    expect(value).not.toMatch(/[<>']|&(?!(amp|lt|gt|quot|apos);)/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has none of these
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u2028\ufffe\uffff]/);
    expect(text.isWellFormed()).toBe(true);
  });

  it.each([
    ['/home/me/Video 1.mkv', 'file:///home/me/Video%201.mkv'],
    ['C:\\Users\\나\\a#b?.mp4', 'file:///C:/Users/%EB%82%98/a%23b%3F.mp4'],
    ['\\\\nas\\rec\\a.mkv', 'file:////nas/rec/a.mkv'],
    ['recording', 'file:///recording'],
  ])('has %j as %s', (path, url) => {
    expect(fileUrl(path)).toBe(url);
  });
});

describe('a CSV', () => {
  it('has both times, and nothing in it that a spreadsheet would run', () => {
    const text = exportMarks(SPLIT, [gift(61_000, '=1+1')], 'csv', 'en');
    const [head, line] = text.split('\r\n');
    expect(head).toBe(
      '\ufeffTimecode,Seconds,Frame,Kind,Label,Name,Beams,Message,File,Timecode in file,Time (UTC)',
    );
    expect(line).toBe(
      '00:01:01:00,61,1830,Alert,"Donation 1,000 beams · =1+1","\'=1+1",1000,응원해요,b.mp4,00:00:01:00,2026-01-01T12:01:01.000Z',
    );
  });
});

describe('what viewers wrote, in a CSV', () => {
  const row = (event: StoredMark['event']) =>
    exportMarks(RECORDING, [mark(1_000, { kind: 'alert', event })], 'csv', 'en').split('\r\n')[1];

  it('is the message of each sort of alert, with its name where it has one', () => {
    expect(row(donation(1, { donatorNickname: null, payAmount: null }))).toContain(',,,응원해요,');
    const named = { ...subscription(1).data, subscriberChannelName: '구독자' };
    const data = { ...named, subscriptionMessage: '축하해요' };
    expect(row({ ...subscription(1), data })).toContain(',구독자,,축하해요,');
    expect(row(purchase(1, { content: '잘 쓸게요' }))).toContain(',,,잘 쓸게요,');
    expect(row(draw(1))).toContain(',,,,');
    expect(row(null)).toContain(',,,,');
  });
});

describe('chapters for YouTube', () => {
  const chapters = (marks: readonly StoredMark[], duration = RECORDING.duration) =>
    exportMarks({ ...RECORDING, duration }, marks, 'youtube', 'ko')
      .trimEnd()
      .split('\n');

  it('begin at 0:00, and have hours from an hour on', () => {
    const lines = chapters([mark(42_000), mark(187_900), mark(3_725_000)], 7_200_000);
    expect(lines).toEqual([
      '0:00 시작',
      '0:42 직접 남긴 마커',
      '3:07 직접 남긴 마커',
      '1:02:05 직접 남긴 마커',
    ]);
  });

  it('are ten seconds apart at least: what counts more stays', () => {
    const lines = chapters([
      gift(5_000, 'too early'),
      gift(20_000, 'small', 10),
      gift(26_000, 'large', 90_000),
      gift(60_000, 'gift'),
      mark(62_000),
      mark(3_595_000),
    ]);
    expect(lines).toEqual(['0:00 시작', '0:26 후원 90,000빔 · large', '1:02 직접 남긴 마커']);
  });

  it('are counted in the seconds that are written', () => {
    expect(() => chapters([mark(20_900), mark(30_100), mark(3_595_000)])).not.toThrow();
  });

  it('begin ten seconds after the start and before the end, at the nearest', () => {
    const lines = chapters([mark(10_000), mark(20_000), mark(50_000)], 60_000);
    expect(lines).toHaveLength(4);
    expect(() => chapters([mark(9_999), mark(20_000)], 60_000)).toThrow(/Not enough/);
    expect(() => chapters([mark(20_000), mark(51_000)], 60_000)).toThrow(/Not enough/);
  });

  it('are by hand first, then of the show, then of chat, draws, and alerts, by their beams', () => {
    const near = (kind: StoredMark['kind'], at: number) => mark(at, { kind, amount: 5 });
    const order = ['hand', 'vote-end', 'chat-peak', 'draw', 'alert'] as const;
    const other = [mark(300_000), mark(400_000)];
    order.slice(0, -1).forEach((kind, rank) => {
      for (const lower of order.slice(rank + 1)) {
        const lines = chapters([near(lower, 60_000), near(kind, 65_000), ...other]);
        expect(lines[1]).toMatch(/^1:05 /);
      }
    });
    const test = mark(60_000, { kind: 'alert' });
    expect(chapters([test, gift(65_000, 'paid', 1), ...other])[1]).toMatch(/^1:05 /);
  });

  it('rise, and are a hundred at most', () => {
    const lines = chapters(Array.from({ length: 200 }, (_, at) => mark((at + 1) * 15_000)));
    expect(lines).toHaveLength(100);
  });

  it.each([
    [[]],
    [[mark(60_000)]],
    [[mark(60_000), mark(62_000)]],
    [[mark(3_000), mark(60_000)]],
    [[mark(60_000), mark(120_000, { kind: 'replay' })]],
  ])('are none where fewer than three are left', (marks) => {
    expect(() => chapters(marks)).toThrow(/Not enough markers/);
  });

  it.each(HOSTILE)('stay a line with one time whatever a viewer is called: %j', (name) => {
    const lines = chapters([gift(60_000, name), mark(120_000)]);
    expect(lines).toHaveLength(3);
    expect(lines[1]?.match(/\d:\d/g)).toHaveLength(1);
    expect(lines[1]).not.toMatch(/[<>]/);
  });
});
