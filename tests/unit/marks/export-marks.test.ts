import { describe, expect, it } from 'vitest';
import { fileUrl } from '../../../electron/features/marks/export-fcpxml.ts';
import { exportMarks } from '../../../electron/features/marks/export-marks.ts';
import type {
  StoredMark,
  StoredRecording,
} from '../../../electron/features/marks/marks-repository.ts';
import { donation } from '../storage/support.ts';

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
